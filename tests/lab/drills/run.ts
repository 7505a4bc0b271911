import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openWorkspace, type Workspace } from './support/workspace.ts'

/** The exports of a file `tests/lab/drills/<name>.ts`. */
interface Drill {
  /** What the drill tests, in one sentence. */
  readonly description: string
  /** Throws if the drill fails. Returns the figures for the last line of output. */
  readonly drill: (place: Workspace) => Promise<string>
}

// npm run drill -- <name>; without a name it lists the drills.
const name = process.argv[2]
const file = (of: string) => join(import.meta.dirname, `${of}.ts`)
if (name === undefined || !existsSync(file(name)) || name === 'run') await list()
else await run(await load(name))

async function run({ description, drill }: Drill): Promise<void> {
  const place = openWorkspace()
  const stop = () => void place.close().then(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  place.print(description)
  try {
    const figures = await drill(place)
    await place.close()
    process.stdout.write(`passed: ${figures}\n`)
  } catch (error) {
    place.print(error instanceof Error ? (error.stack ?? error.message) : String(error))
    for (const line of place.lastOutput()) place.print(line)
    await place.close()
    process.stdout.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`)
    // End the process even if something still runs, such as the simulated students of a failed
    // drill.
    process.exit(1)
  }
}

async function list(): Promise<void> {
  process.stdout.write('npm run drill -- <name>, where the name is one of\n')
  const names = readdirSync(import.meta.dirname)
    .filter((entry) => entry.endsWith('.ts') && entry !== 'run.ts')
    .map((entry) => entry.slice(0, -3))
  for (const one of names)
    process.stdout.write(`  ${one.padEnd(14)} ${(await load(one)).description}\n`)
  process.exitCode = name === undefined ? 0 : 1
}

async function load(of: string): Promise<Drill> {
  const found: Drill = await import(pathToFileURL(file(of)).href)
  return found
}
