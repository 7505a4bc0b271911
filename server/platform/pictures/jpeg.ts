const SOS = 0xda

/**
 * How many bytes a decoder must hold to read this JPEG at all: its coefficients, two bytes each,
 * when they come in several passes; none when one pass brings everything. The frame says so, not
 * the name of the kind: a plain JPEG may be cut into passes, too. What cannot be told counts as
 * endless.
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
 * How many passes a JPEG is cut into. A camera makes one, a web page some ten; a thousand only cost
 * time.
 */
export function countJpegScans(bytes: Uint8Array): number {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = 0; (at = all.indexOf(0xff, at)) >= 0; at++) if (all[at + 1] === SOS) count++
  return count
}

// Start of frame: C0 to CF without the tables C4, C8 and CC among them.
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function* segments(view: DataView): Generator<{ marker: number; at: number; end: number }> {
  for (let at = 2; at + 4 <= view.byteLength;) {
    const marker = view.getUint8(at + 1)
    // Between segments decoders skip what is none.
    if (view.getUint8(at) !== 0xff || marker === 0 || marker === 0xff) {
      at++
      continue
    }
    // Those of two bytes have no length: restarts, start and end.
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
  // In blocks of eight by eight.
  const held = factors.map(
    (one) => (width * height * (one >> 4) * (one & 15) * 2) / (across * down),
  )
  return { parts, held: held.reduce((sum, one) => sum + one, 0) }
}
