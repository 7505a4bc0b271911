import { createWriteStream, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import tar from 'tar-stream'

/**
 * Writes a folder as a `.tar.gz`. Equal contents give equal bytes: the entries are sorted, all have
 * this time and no owner, and of the permissions only the executable bit counts.
 */
export async function writeArchive(folder: string, archive: string, mtime: Date): Promise<void> {
  const pack = tar.pack()
  const written = pipeline(pack, createGzip({ level: 9 }), createWriteStream(archive))
  await Promise.all([addAll(pack, folder, mtime), written])
}

async function addAll(pack: tar.Pack, folder: string, mtime: Date): Promise<void> {
  const parts = readdirSync(folder, { encoding: 'utf8', recursive: true }).toSorted()
  const root = basename(folder)
  for (const part of ['.', ...parts]) {
    const path = join(folder, part)
    const found = lstatSync(path)
    const name = join(root, part)
    if (found.isDirectory()) await add(pack, { name, mtime, mode: 0o755, type: 'directory' })
    else if (found.isFile()) {
      const mode = (found.mode & 0o111) === 0 ? 0o644 : 0o755
      await add(pack, { name, mtime, mode }, readFileSync(path))
    } else throw new Error(`${path} is neither a file nor a folder`)
  }
  pack.finalize()
}

/** Resolves when the entry has been read by the archive's writer. */
const add = (pack: tar.Pack, headers: Partial<tar.Header> & { name: string }, content?: Buffer) =>
  new Promise<void>((resolve, reject) => {
    pack.entry(headers, content ?? '', (error) => (error ? reject(error) : resolve()))
  })
