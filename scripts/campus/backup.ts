import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import {
  type ArchiveKey,
  readAgeKeys,
  createAgeKeys,
  readPassphrase,
} from '#server/platform/backup/archive-key'
import { writeBackup } from '#server/platform/backup/dump'
import { configuredKeyFingerprint } from '#server/platform/sessions/sealer'
import { withCampusConnection } from './campus-connection.ts'
import { printLine } from './command-context.ts'

/** The command-line options for the key of an archive. */
export interface ArchiveKeyOptions {
  readonly passphraseFile?: string
  readonly keyFile?: string
}

/** `campus backup FOLDER`: writes all data of a campus into one encrypted file. */
export function addBackupCommand(program: Command): void {
  const command = program
    .command('backup')
    .description(
      'Write everything of the campus into one encrypted file, while it runs. It holds ID numbers, and not the key of second factors.',
    )
    .argument('<folder>', 'where the archive is put, under a name with its moment')
  addArchiveKeyOptions(command).action(async (folder: string, options: ArchiveKeyOptions) => {
    const key = resolveArchiveKey(options)
    const file = join(folder, `baodao-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.age`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (existsSync(file)) throw new Error(`There is an archive ${file} already.`)
    const { tables, rows, files } = await withCampusConnection(({ client, settings }) =>
      writeBackup(client, {
        file,
        key,
        secretsKey: configuredKeyFingerprint(settings),
        files: { publicDir: settings.publicDir },
      }),
    )
    printLine(
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
      const { identity, recipient } = await createAgeKeys()
      writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
      writeFileSync(`${file}.pub`, `${recipient}\n`, { flag: 'wx' })
      printLine(`${file} opens archives: keep it away from this machine. ${file}.pub closes them.`)
    })
}

/** Adds the options for the key of an archive to a command. */
export const addArchiveKeyOptions = (command: Command): Command =>
  command
    .addOption(new Option('--passphrase-file <file>', 'its first line is the passphrase'))
    .addOption(
      new Option('--key-file <file>', 'keys of age, a line each').conflicts('passphraseFile'),
    )

/** Reads the key given by the options; throws if there is none. */
export function resolveArchiveKey({ passphraseFile, keyFile }: ArchiveKeyOptions): ArchiveKey {
  if (passphraseFile !== undefined) return readPassphrase(passphraseFile)
  if (keyFile !== undefined) return readAgeKeys(keyFile)
  throw new Error('Say what the archive is closed with: --passphrase-file or --key-file.')
}

const sizeOf = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
