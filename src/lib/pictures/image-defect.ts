/**
 * Why a picture cannot be taken: only half of it is there, this browser cannot read its format, or
 * it is no picture.
 */
export type ImageDefect = 'cut' | 'heic' | 'broken'

const [MARK, START, SCAN, END] = [0xff, 0xd8, 0xda, 0xd9]
const HEIF = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/

/**
 * Is it a JPEG whose end is missing? A browser draws one all the same, grey from where it breaks
 * off.
 */
export async function isTruncatedJpeg(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] !== MARK || bytes[1] !== START) return false
  const scan = scanOf(bytes)
  // A camera may write more behind the end; a small picture inside the header has an end of its
  // own.
  for (let at = bytes.lastIndexOf(END); at > scan; at = bytes.lastIndexOf(END, at - 1))
    if (bytes[at - 1] === MARK) return false
  return true
}

/** What is the matter with a picture that the browser could not read? */
export async function detectImageDefect(file: Blob): Promise<ImageDefect> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  if (HEIF.test(String.fromCharCode(...head.slice(4)))) return 'heic'
  return (await isTruncatedJpeg(file)) ? 'cut' : 'broken'
}

// Where the picture's own data begins: behind the segments of the header, each with its length.
function scanOf(bytes: Uint8Array): number {
  let at = 2
  while (at + 3 < bytes.length && bytes[at] === MARK && bytes[at + 1] !== SCAN)
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
  return at
}
