const SOS = 0xda

/**
 * The memory that a decoder needs for the coefficients of this JPEG, in bytes: two bytes for each
 * coefficient if the image has several scans, and 0 if one scan contains everything. The scan
 * header is checked as well as the frame type, because a baseline JPEG can have several scans too.
 * Infinity if the file cannot be parsed.
 */
export function jpegCoefficientBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let frame: { isProgressive: boolean; parts: number; held: number } | undefined
  for (const { marker, at, end } of segments(view)) {
    if (end > view.byteLength) return Infinity
    if (isFrame(marker)) frame = { isProgressive: (marker & 3) === 2, ...partsOf(view, at) }
    if (marker !== SOS) continue
    if (frame === undefined) return Infinity
    return frame.isProgressive || view.getUint8(at + 2) < frame.parts ? frame.held : 0
  }
  return Infinity
}

/**
 * The number of scans of a JPEG. Cameras write one scan, and progressive images have about ten; a
 * thousand scans only waste time.
 */
export function countJpegScans(bytes: Uint8Array): number {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = 0; (at = all.indexOf(0xff, at)) >= 0; at++) if (all[at + 1] === SOS) count++
  return count
}

// Whether the marker is a start of frame: C0 to CF, except C4, C8 and CC.
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function* segments(view: DataView): Generator<{ marker: number; at: number; end: number }> {
  for (let at = 2; at + 4 <= view.byteLength;) {
    const marker = view.getUint8(at + 1)
    // Between segments, other bytes are skipped, as decoders do.
    if (view.getUint8(at) !== 0xff || marker === 0 || marker === 0xff) {
      at++
      continue
    }
    // Restart, start and end markers have no length field.
    if ((marker >= 0xd0 && marker <= 0xd9) || marker === 1) {
      at += 2
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    yield { marker, at: at + 2, end }
    at = end
  }
}

function partsOf(view: DataView, at: number): { parts: number; held: number } {
  const [height, width, parts] = [
    view.getUint16(at + 3),
    view.getUint16(at + 5),
    view.getUint8(at + 7),
  ]
  const factors = Array.from({ length: parts }, (_, part) => view.getUint8(at + 9 + part * 3))
  const [across, down] = [
    Math.max(...factors.map((one) => one >> 4)),
    Math.max(...factors.map((one) => one & 15)),
  ]
  // Coefficients are stored in blocks of eight by eight.
  const held = factors.map(
    (one) => (width * height * (one >> 4) * (one & 15) * 2) / (across * down),
  )
  return { parts, held: held.reduce((sum, one) => sum + one, 0) }
}
