import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, gzip, gzipSync } from 'node:zlib'

/** A file that can be sent. */
export interface StaticFile {
  readonly type: string
  readonly etag: string
  /**
   * The content by encoding. 'identity' always exists, 'br' if it was built, 'gzip' for all text,
   * and 'dcz' for clients that have the file of an earlier build.
   */
  readonly bytes: Readonly<Record<string, Uint8Array<ArrayBuffer>>>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSED_EXTENSIONS = ['.br', '.gz']
const TEXT = /^(text|application\/(json|manifest))|svg/

/**
 * Indexes all files below a folder by their address. Each file is read at the first request for it.
 * A request cannot name a file outside the index.
 */
export function indexFilesBelow(folder: string): ReadonlyMap<string, () => StaticFile> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const names = paths.map((entry) =>
    relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
  )
  const wanted = names.filter(
    (name) => !COMPRESSED_EXTENSIONS.includes(extname(name)) && !name.endsWith('.map'),
  )
  return new Map(wanted.map((name) => [name, lazily(() => readStaticFile(join(folder, name)))]))
}

/** Creates a file from text. */
export const createTextFile = (type: string, text: string): StaticFile => {
  const identity = new TextEncoder().encode(text)
  const bytes = {
    identity,
    br: new Uint8Array(brotliCompressSync(identity)),
    gzip: new Uint8Array(gzipSync(identity)),
  }
  return { type: TYPES[type] ?? 'text/plain', etag: etagOf(identity), bytes }
}

/** Creates a file from long text, which is compressed asynchronously, without blocking requests. */
export async function createTextFileInBackground(type: string, text: string): Promise<StaticFile> {
  const identity = new TextEncoder().encode(text)
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity),
  ])
  const bytes = { identity, br: new Uint8Array(br), gzip: new Uint8Array(zipped) }
  return { type: TYPES[type] ?? 'text/plain', etag: etagOf(identity), bytes }
}

/** Reads the file at a path, with the encoded versions next to it. */
export function readStaticFile(path: string): StaticFile {
  const identity = new Uint8Array(readFileSync(path))
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  const [br, built] = COMPRESSED_EXTENSIONS.map((suffix) =>
    existsSync(path + suffix) ? new Uint8Array(readFileSync(path + suffix)) : undefined,
  )
  // Browsers accept brotli over TLS only, so HTTP needs gzip.
  const gzip = built ?? (TEXT.test(type) ? new Uint8Array(gzipSync(identity)) : undefined)
  return {
    type,
    etag: etagOf(identity),
    bytes: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  }
}

const etagOf = (bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
