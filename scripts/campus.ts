import { Command, CommanderError } from 'commander'
import { campusCommands } from './campus/index.ts'

// `npm run campus -- <command>`: the commands for operating a campus. Exits with 0 on success, 1 on
// failure, 2 for wrong arguments.
const program = new Command('campus')
  .description('What a campus does from the command line.')
  .showHelpAfterError()
  .exitOverride()
for (const add of campusCommands) add(program)
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
