import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForResult, type Workspace, type RunningProgram } from './workspace.ts'

/** A disk that keeps in its memory what nobody has asked it to sync. */
export interface LazyDisk {
  /** Where it is mounted. */
  readonly folder: string
  /** The power is gone: its memory is lost at once, and whoever uses it meets errors. */
  readonly cutPower: () => Promise<void>
  /** The power is back: what had been synced is there. */
  readonly restorePower: () => Promise<void>
}

/** Mount a LazyFS below the place's folder. Its cache is the memory of its process. */
export async function mountLazyDisk(place: Workspace, name: string): Promise<LazyDisk> {
  const program = lazyfs()
  const folder = join(place.folder, name)
  const beneath = `${folder}-beneath`
  mkdirSync(folder)
  mkdirSync(beneath)
  writeFileSync(`${folder}.toml`, settingsFor(folder))
  let running: RunningProgram | undefined
  const unmount = () => execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
  const plugIn = async () => {
    const where = ['-o', 'allow_other', '-o', 'modules=subdir', '-o', `subdir=${beneath}`, '-f']
    // It takes a path with "-o" in it, as the place's may be, for an option.
    const settings = ['--config-path', `${name}.toml`]
    running = place.run(program, [folder, ...settings, ...where], { cwd: place.folder })
    await waitForResult(`LazyFS is mounted at ${folder}`, () => {
      if (running?.isAlive() !== true) throw new Error(`LazyFS ended: ${running?.output()}`)
      return isMounted(folder)
    })
  }
  place.onClose(() => {
    // One whose LazyFS has ended is mounted still, and says that it is not.
    try {
      unmount()
    } catch {
      // It was cut.
    }
  })
  await plugIn()
  return {
    folder,
    restorePower: plugIn,
    cutPower: async () => {
      await running?.stop('SIGKILL')
      unmount()
    },
  }
}

// It keeps all in its memory: large enough that nothing is written before somebody asks.
const settingsFor = (folder: string) => `
[faults]
fifo_path="${folder}.fifo"
[cache]
apply_eviction=false
[cache.simple]
custom_size="0.5gb"
blocks_per_page=1
[filesystem]
log_all_operations=false
logfile="${folder}.log"
`

function lazyfs(): string {
  const program = process.env['LAZYFS'] ?? '/usr/local/bin/lazyfs'
  if (!existsSync(program) || process.getuid?.() !== 0)
    throw new Error(
      'This drill mounts a LazyFS: run it as root, with LAZYFS the path of its program (docs/drills.md, "A power cut").',
    )
  return program
}

function isMounted(folder: string): boolean {
  try {
    execFileSync('mountpoint', ['-q', folder])
    return true
  } catch {
    return false
  }
}
