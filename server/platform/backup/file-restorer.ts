import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { configuredKeyFingerprint, secretsKeyFile } from '../sessions/sealer.ts'
import type { Settings } from '../settings/settings.ts'
import type { ArchiveManifest } from './manifest.ts'

const SECRETS_KEY = 'secrets.key'
const PUBLIC = 'public/'

/**
 * Restores the files of an archive in three steps. They are checked before anything is changed.
 * They are written next to their final places before the database commits, so that a full disk or a
 * read-only folder fails the restore without a change. They are renamed into place after the
 * commit.
 */
export function createFileRestorer(
  settings: Pick<Settings, 'dataDir' | 'publicDir' | 'secretsKey'>,
  { replace }: { replace: boolean },
): {
  /** Returns why the archive cannot be restored; called before anything is changed. */
  findRestoreObstacle: (about: ArchiveManifest) => string | undefined
  /** Whether the current key cannot decrypt the second factors of the archive. */
  lacksKey: (about: ArchiveManifest) => boolean
  addFile: (name: string, content: Buffer) => void
  /**
   * Writes all files as `….part`. If one cannot be written, removes all of them and throws an error
   * with a sentence.
   */
  writePartFiles: () => void
  /** Renames the `….part` files into place. */
  renamePartFiles: () => void
  /** Removes the `….part` files. */
  deletePartFiles: () => void
} {
  const added: { path: string; content: Buffer }[] = []
  let written: string[] = []
  const deletePartFiles = () => {
    for (const part of written) rmSync(part, { force: true })
    written = []
  }
  return {
    findRestoreObstacle: ({ secretsKey }) => {
      const own = configuredKeyFingerprint(settings)
      if (secretsKey === undefined || own === undefined || own === secretsKey) return undefined
      if (settings.secretsKey !== undefined)
        return 'SECRETS_KEY is not the one that the archive was made with: nobody could show a second factor. Set the one of that time.'
      return replace
        ? undefined
        : `${secretsKeyFile(settings.dataDir)} is not the key that second factors had when the archive was made, and no archive holds it: put that one there, or say --replace and have each second factor reset.`
    },
    lacksKey: ({ secretsKey }) =>
      secretsKey !== undefined && secretsKey !== configuredKeyFingerprint(settings),
    // Archives of earlier releases contain the key of second factors.
    addFile: (name, content) => {
      const path = pathOf(name, settings)
      if (path === undefined) return
      if (existsSync(path) && statSync(path).isDirectory())
        throw new Error(`A folder stands at ${path}, where the archive has a file: move it away.`)
      const isOther = existsSync(path) && !readFileSync(path).equals(content)
      if (isOther && !replace)
        throw new Error(
          `The file ${path} is there and has other content: say --replace to lose it.`,
        )
      added.push({ path, content })
    },
    writePartFiles: () => {
      try {
        for (const { path, content } of added) {
          mkdirSync(dirname(path), { recursive: true })
          rmSync(partPathOf(path), { force: true })
          written.push(partPathOf(path))
          const mode = path.endsWith(SECRETS_KEY) ? 0o600 : 0o644
          writeFileSync(partPathOf(path), content, { mode, flush: true })
        }
      } catch (error) {
        deletePartFiles()
        const why = error instanceof Error ? error.message : String(error)
        throw new Error(`A file of the archive cannot be written: ${why}.`, { cause: error })
      }
    },
    renamePartFiles: () => {
      for (const { path } of added) renameSync(partPathOf(path), path)
    },
    deletePartFiles,
  }
}

const partPathOf = (path: string) => `${path}.part`

function pathOf(
  name: string,
  { dataDir, publicDir, secretsKey }: Pick<Settings, 'dataDir' | 'publicDir' | 'secretsKey'>,
): string | undefined {
  // If the settings contain the key, no copy of the key is written to a file.
  if (name === SECRETS_KEY) return secretsKey === undefined ? secretsKeyFile(dataDir) : undefined
  const own = name.slice(PUBLIC.length)
  // Names from an archive are not trusted: one with `..` or another folder is rejected.
  if (!name.startsWith(PUBLIC) || !own.split('/').every(isName))
    throw new Error(`The archive has a file with a strange name, ${name}.`)
  return join(publicDir, own)
}

const isName = (part: string) => !['', '.', '..'].includes(part) && !part.includes(sep)
