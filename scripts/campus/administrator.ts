import { type Command, InvalidArgumentError } from 'commander'
import { createAdministrator } from '#server/features/staff-accounts/public'
import { printLine, withCommandContext } from './command-context.ts'

/** `campus administrator NUMBER --name NAME`: creates the first account of the office. */
export function addAdministratorCommand(program: Command): void {
  program
    .command('administrator')
    .description(
      'Make somebody an administrator and print a first password, this once. Of an account that is there all sign-ins and the second factor end.',
    )
    .argument('<number>', 'the work number', workNumber)
    .requiredOption('--name <name>', 'who it is; the name of an account that is there stays')
    .action(async (code: string, { name }: { name: string }) => {
      const { password, days } = await withCommandContext(async ({ db, clock, settings }) => {
        const days = settings.firstPasswordDays
        return {
          days,
          password: await createAdministrator(db, { code, name, now: clock.now(), days }),
        }
      })
      printLine(`${code} is an administrator. First password, shown this once: ${password}`)
      printLine(`It opens one sign-in within ${days} days and must be changed then.`)
    })
}

function workNumber(typed: string): string {
  if (!/^[A-Za-z0-9]{1,32}$/.test(typed))
    throw new InvalidArgumentError('A work number has letters and digits.')
  return typed.toUpperCase()
}
