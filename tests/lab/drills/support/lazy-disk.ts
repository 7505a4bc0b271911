import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForResult, type Workspace, type RunningProgram } from './workspace.ts'

/** A disk that keeps unsynced data in memory. */
export interface LazyDisk {
  /** The folder where the disk is mounted. */
  readonly folder: string
  /**
   * Cut the power: the unsynced data is lost at once, and programs that use the disk get errors.
   */
  readonly cutPower: () => Promise<void>
  /** Restore the power: the disk has the synced data. */
  readonly restorePower: () => Promise<void>
}

/** Mount a LazyFS below the folder of the drill. Its cache is the memory of its process. */
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
    // The program takes a path that contains "-o", as the folder of the drill can, for an option.
    const settings = ['--config-path', `${name}.toml`]
    running = place.run(program, [folder, ...settings, ...where], { cwd: place.folder })
    await waitForResult(`LazyFS is mounted at ${folder}`, () => {
      if (running?.isAlive() !== true) throw new Error(`LazyFS ended: ${running?.output()}`)
      return isMounted(folder)
    })
  }
  place.onClose(() => {
    // A LazyFS whose process has ended is still mounted, although it reports that it is not.
    try {
      unmount()
    } catch {
      // The disk was cut off from power before.
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

// The cache is large enough for all data, so that nothing is written to the disk before a program
// syncs it.
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
