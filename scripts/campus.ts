import { Command, CommanderError } from 'commander'
import { commands } from './campus/index.ts'

// npm run campus -- <command>: what a campus does from the command line. Ends with 0 when it is
// done, with 1 when it could not be done, with 2 when it was not understood.
const program = new Command('campus')
  .description('What a campus does from the command line.')
  .showHelpAfterError()
  .exitOverride()
for (const add of commands) add(program)
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
