/** A file of a ZIP archive, with what it says it grows to. */
interface ZipEntry {
  readonly path: string
  readonly size: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const UNTOLD = 0xffffffff

/**
 * What a ZIP archive says is in it, without unpacking anything; nothing where it is none. One that
 * does not say how large a file is counts as larger than anything.
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === undefined) return []
  const entries: ZipEntry[] = []
  const many = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  while (entries.length < many) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) return []
    const packed = view.getUint32(at + 20, true)
    const size = view.getUint32(at + 24, true)
    const name = view.getUint16(at + 28, true)
    entries.push({
      path: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
      size: size === UNTOLD || (size === 0 && packed > 2) ? Number.POSITIVE_INFINITY : size,
    })
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

// The end is the last thing but a comment of at most 64 KB.
function endOf(view: DataView): number | undefined {
  const least = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= least; at -= 1)
    if (view.getUint32(at, true) === END) return at
  return undefined
}
