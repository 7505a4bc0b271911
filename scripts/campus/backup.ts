import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { dump } from '#server/platform/backup/dump'
import { type Key, keysIn, newKeys, passphraseIn } from '#server/platform/backup/key'
import { keyMark } from '#server/platform/sessions/sealed'
import { say } from './database.ts'
import { atPlace } from './place.ts'

/** How an archive's key is named on the command line. */
export interface KeyOptions {
  readonly passphraseFile?: string
  readonly keyFile?: string
}

/** `campus backup FOLDER`: everything of a campus, encrypted, in one file. */
export function addBackup(program: Command): void {
  const command = program
    .command('backup')
    .description(
      'Write everything of the campus into one encrypted file, while it runs. It holds ID numbers, and not the key of second factors.',
    )
    .argument('<folder>', 'where the archive is put, under a name with its moment')
  withKeyOptions(command).action(async (folder: string, options: KeyOptions) => {
    const key = keyOf(options)
    const file = join(folder, `baodao-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.age`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (existsSync(file)) throw new Error(`There is an archive ${file} already.`)
    const { tables, rows, files } = await atPlace(({ client, settings }) =>
      dump(client, {
        file,
        key,
        secretsKey: keyMark(settings),
        files: { publicDir: settings.publicDir },
      }),
    )
    say(
      `${file}: ${tables} tables, ${rows} rows, ${files} files, ${sizeOf(statSync(file).size)}. Try it: npm run restore -- ${file} --check …`,
    )
  })
  program
    .command('backup-key')
    .description(
      'Make a pair of keys for archives: FILE opens them and is kept elsewhere, FILE.pub only closes them.',
    )
    .argument('<file>', 'where the secret key is written')
    .action(async (file: string) => {
      const { identity, recipient } = await newKeys()
      writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
      writeFileSync(`${file}.pub`, `${recipient}\n`, { flag: 'wx' })
      say(`${file} opens archives: keep it away from this machine. ${file}.pub closes them.`)
    })
}

/** The options that name the key of an archive. */
export const withKeyOptions = (command: Command): Command =>
  command
    .addOption(new Option('--passphrase-file <file>', 'its first line is the passphrase'))
    .addOption(
      new Option('--key-file <file>', 'keys of age, a line each').conflicts('passphraseFile'),
    )

/** The key that the options name. */
export function keyOf({ passphraseFile, keyFile }: KeyOptions): Key {
  if (passphraseFile !== undefined) return passphraseIn(passphraseFile)
  if (keyFile !== undefined) return keysIn(keyFile)
  throw new Error('Say what the archive is closed with: --passphrase-file or --key-file.')
}

const sizeOf = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
