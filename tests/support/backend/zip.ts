import { Readable } from 'node:stream'
import { crc32, deflateRawSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'

/** A ZIP archive of these files, without compression unless `isDeflated`. */
export function createZip(
  files: Readonly<Record<string, string | Uint8Array>>,
  { isDeflated = false } = {},
): Uint8Array {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const original = Buffer.from(content)
    const bytes = isDeflated ? deflateRawSync(original) : original
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(isDeflated ? 8 : 0, 4)
    facts.writeUInt32LE(crc32(original), 10)
    facts.writeUInt32LE(bytes.byteLength, 14)
    facts.writeUInt32LE(original.byteLength, 18)
    facts.writeUInt16LE(name.byteLength, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\u0003\u0004'), facts, name, bytes)
    central.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, place, name)
    offset += 30 + name.byteLength + bytes.byteLength
  }
  const listing = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(listing.byteLength, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...parts, listing, Buffer.from('PK\u0005\u0006'), end]))
}

/** Change the text of some files in an archive, by their names. */
export async function rewriteZip(
  bytes: Uint8Array,
  change: (name: string, content: string) => string,
): Promise<Uint8Array> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { autoClose: false })
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of Readable.from(await zip.openReadStreamPromise(entry)))
      if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    files[entry.fileName] = change(entry.fileName, Buffer.concat(chunks).toString())
  }
  return createZip(files)
}
