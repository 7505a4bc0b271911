/**
 * Why an image cannot be used: it is truncated, this browser cannot read its format, or it is not
 * an image.
 */
export type ImageDefect = 'cut' | 'heic' | 'broken'

const [MARK, START, SCAN, END] = [0xff, 0xd8, 0xda, 0xd9]
const HEIF = /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/

/**
 * Whether the file is a JPEG without an end marker. A browser decodes such a file all the same, and
 * shows the missing part in grey.
 */
export async function isTruncatedJpeg(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] !== MARK || bytes[1] !== START) return false
  const scan = scanOf(bytes)
  // The search goes back over several end markers: a camera can append data after the end marker,
  // and a thumbnail inside the header has its own end marker.
  for (let at = bytes.lastIndexOf(END); at > scan; at = bytes.lastIndexOf(END, at - 1))
    if (bytes[at - 1] === MARK) return false
  return true
}

/** Classifies an image that the browser could not decode. */
export async function detectImageDefect(file: Blob): Promise<ImageDefect> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  if (HEIF.test(String.fromCharCode(...head.slice(4)))) return 'heic'
  return (await isTruncatedJpeg(file)) ? 'cut' : 'broken'
}

// Finds the offset of the image data, which follows the segments of the header. Each segment states
// its length.
function scanOf(bytes: Uint8Array): number {
  let at = 2
  while (at + 3 < bytes.length && bytes[at] === MARK && bytes[at + 1] !== SCAN)
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
  return at
}
