import sharp from 'sharp'

/**
 * A file that an attacker sends as a picture. It is either refused with a message or re-encoded
 * from its pixels; it is never stored as it was sent.
 */
type HostilePicture = [
  name: string,
  file: () => Promise<Buffer | string> | Buffer | string,
  expected: 'refused' | 'made anew',
]

/** A harmless picture. */
export const createPicture = (width = 320, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 60 } } })

const [plain, plainPng] = await Promise.all([
  createPicture().jpeg().toBuffer(),
  createPicture().png().toBuffer(),
])

const after = (tail: string | Buffer) => () => Buffer.concat([plain, Buffer.from(tail)])
const afterPng = (tail: string | Buffer) => () => Buffer.concat([plainPng, Buffer.from(tail)])
const magic = (head: Buffer | readonly number[], rest: string) => () =>
  Buffer.concat([Buffer.from(head), Buffer.from(rest)])
const JPEG_HEAD = [0xff, 0xd8, 0xff, 0xe0]
const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><script>alert(document.cookie)</script>'
const PHP = '<?php system($_GET["c"]); ?>'
const ZIP = Buffer.from('504b0304140000000000', 'hex')
const cut = (part: number) => () => plain.subarray(0, Math.floor(plain.length * part))
const cutPng = (part: number) => () => plainPng.subarray(0, Math.floor(plainPng.length * part))
const noise = (length: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7919) % 251))
const commented = (text: string) => () => {
  const comment = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Buffer.concat([
    plain.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    comment,
    plain.subarray(2),
  ])
}
// A PNG whose header has this size, whatever its pixels are.
const claiming = (width: number, height: number) => () => {
  const bytes = Buffer.from(plainPng)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
// A JPEG whose frame header has this size.
const claimingJpeg = (width: number, height: number) => () => {
  const bytes = Buffer.from(plain)
  const frame = bytes.findIndex(
    (byte, index) => byte === 0xff && [0xc0, 0xc2].includes(bytes[index + 1] ?? 0),
  )
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}
const broken = (at: number) => () => {
  const bytes = Buffer.from(plainPng)
  bytes.fill(0xaa, at, at + 20)
  return bytes
}
const gps = () =>
  createPicture().withExif({
    IFD0: { Make: 'SecretCamera', Artist: '<script>' },
    IFD3: { GPSLatitude: '22/1 33/1 0/1' },
  })

/** More than sixty hostile pictures. */
export const hostilePictures: HostilePicture[] = [
  ['zero bytes', () => Buffer.alloc(0), 'refused'],
  ['one byte', () => Buffer.from([0xff]), 'refused'],
  ['only the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), 'refused'],
  ['only the first bytes of a PNG', () => Buffer.from(PNG_HEAD), 'refused'],
  ['a JPEG cut at a tenth', cut(0.1), 'refused'],
  ['a JPEG cut at a half', cut(0.5), 'refused'],
  ['a JPEG cut near its end', cut(0.9), 'refused'],
  ['a PNG cut at a tenth', cutPng(0.1), 'refused'],
  ['a PNG cut at a half', cutPng(0.5), 'refused'],
  ['a PNG cut near its end', cutPng(0.9), 'refused'],
  ['a JPEG with a script behind it', after(HTML), 'made anew'],
  ['a JPEG with PHP behind it', after(PHP), 'made anew'],
  ['a JPEG with a zip behind it', after(ZIP), 'made anew'],
  ['a JPEG with another JPEG behind it', () => Buffer.concat([plain, plain]), 'made anew'],
  ['a JPEG with a PDF behind it', after('%PDF-1.7\n%%EOF'), 'made anew'],
  ['a JPEG with shell behind it', after('\n#!/bin/sh\nrm -rf /'), 'made anew'],
  ['a JPEG with PHP in a comment', commented(PHP), 'made anew'],
  ['a JPEG with a script in a comment', commented(HTML), 'made anew'],
  ['a JPEG with SVG in a comment', commented(SVG), 'made anew'],
  ['a PNG with a script behind it', afterPng(HTML), 'made anew'],
  ['a PNG with PHP behind it', afterPng(PHP), 'made anew'],
  ['a PNG with a zip behind it', afterPng(ZIP), 'made anew'],
  ['SVG named as JPEG', () => Buffer.from(SVG), 'refused'],
  ['SVG behind the first bytes of a JPEG', magic(JPEG_HEAD, SVG), 'refused'],
  ['SVG behind the first bytes of a PNG', magic(PNG_HEAD, SVG), 'refused'],
  [
    'SVG that reads a file',
    () => Buffer.from('<svg><image href="file:///etc/passwd"/></svg>'),
    'refused',
  ],
  ['HTML named as JPEG', () => Buffer.from(HTML), 'refused'],
  ['HTML behind the first bytes of a JPEG', magic(JPEG_HEAD, HTML), 'refused'],
  ['PHP behind the first bytes of a PNG', magic(PNG_HEAD, PHP), 'refused'],
  [
    'XML with an entity',
    () =>
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><svg>&y;</svg>',
      ),
    'refused',
  ],
  ['GIF', () => createPicture().gif().toBuffer(), 'refused'],
  ['GIF with a script', () => Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;'), 'refused'],
  ['WebP', () => createPicture().webp().toBuffer(), 'refused'],
  ['AVIF', () => createPicture().avif({ effort: 0 }).toBuffer(), 'refused'],
  ['TIFF', () => createPicture().tiff().toBuffer(), 'refused'],
  ['BMP', () => Buffer.concat([Buffer.from('BM'), noise(400)]), 'refused'],
  ['ICO', () => Buffer.concat([Buffer.from([0, 0, 1, 0]), noise(400)]), 'refused'],
  ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF'), 'refused'],
  ['PostScript', () => Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (r) file'), 'refused'],
  [
    'ImageMagick script',
    () => Buffer.from('push graphic-context\nfill "url(https://127.0.0.1/)"\npop graphic-context'),
    'refused',
  ],
  ['zip', () => Buffer.concat([ZIP, noise(300)]), 'refused'],
  ['gzip', () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), noise(300)]), 'refused'],
  ['an executable', () => Buffer.concat([Buffer.from('\u007fELF'), noise(300)]), 'refused'],
  ['noise', () => noise(5000), 'refused'],
  [
    'noise behind the first bytes of a JPEG',
    () => Buffer.concat([Buffer.from(JPEG_HEAD), noise(5000)]),
    'refused',
  ],
  [
    'noise behind the first bytes of a PNG',
    () => Buffer.concat([Buffer.from(PNG_HEAD), noise(5000)]),
    'refused',
  ],
  ['EXIF with a location', () => gps().jpeg().toBuffer(), 'made anew'],
  ['EXIF with a location in a PNG', () => gps().png().toBuffer(), 'made anew'],
  [
    'EXIF with a rotation',
    () => createPicture().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'made anew',
  ],
  ['a colour profile', () => createPicture().withIccProfile('p3').jpeg().toBuffer(), 'made anew'],
  ['a CMYK JPEG', () => createPicture().toColourspace('cmyk').jpeg().toBuffer(), 'made anew'],
  ['a PNG of 16 bits', () => createPicture().toColourspace('rgb16').png().toBuffer(), 'made anew'],
  ['a grey picture', () => createPicture().greyscale().jpeg().toBuffer(), 'made anew'],
  ['a progressive JPEG', () => createPicture().jpeg({ progressive: true }).toBuffer(), 'made anew'],
  ['a transparent PNG', () => createPicture().ensureAlpha(0.3).png().toBuffer(), 'made anew'],
  ['a PNG with a palette', () => createPicture().png({ palette: true }).toBuffer(), 'made anew'],
  ['199 pixels wide', () => createPicture(199, 400).jpeg().toBuffer(), 'refused'],
  ['199 pixels high', () => createPicture(400, 199).png().toBuffer(), 'refused'],
  ['one pixel', () => createPicture(1, 1).png().toBuffer(), 'refused'],
  ['a PNG that claims 100,000 × 100,000', claiming(100_000, 100_000), 'refused'],
  ['a PNG that claims 2,147,483,647 × 1', claiming(2 ** 31 - 1, 1), 'refused'],
  ['a PNG that claims 0 × 0', claiming(0, 0), 'refused'],
  ['a JPEG that claims 65,535 × 65,535', claimingJpeg(65_535, 65_535), 'refused'],
  ['a JPEG that claims 0 × 0', claimingJpeg(0, 0), 'refused'],
  [
    'a decompression bomb: 10,000 × 10,000 in a few kilobytes',
    () => createPicture(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer(),
    'refused',
  ],
  ['a PNG with a broken header', broken(12), 'refused'],
  ['a PNG with broken pixels', broken(60), 'refused'],
  ['more than 5 MB', () => Buffer.concat([plain, Buffer.alloc(5 * 1024 * 1024)]), 'refused'],
  ['wrong base64', () => '!!!not base64!!!', 'refused'],
  ['base64 with markup', () => `${'A'.repeat(400)}<script>`, 'refused'],
  ['a file path', () => '../../../../etc/passwd', 'refused'],
  ['a URL', () => 'https://example.edu/photo.jpg', 'refused'],
  ['only a data URL prefix', () => 'data:image/jpeg;base64,', 'refused'],
  [
    'a data URL prefix of another media type',
    () => `data:image/png;base64,${Buffer.from(HTML).toString('base64')}`,
    'refused',
  ],
  [
    'a data URL prefix of SVG',
    () => `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`,
    'refused',
  ],
]
/** The messages that can refuse a hostile picture. */
export const PICTURE_REFUSAL_TEXTS = [
  '请选择修改照片！',
  '请上传JPEG或PNG格式的照片',
  '照片无法读取，请重新选择',
  '照片太小，宽和高至少200像素',
  '照片不能超过5MB',
  '照片像素过大，请缩小后再上传',
]

/** Texts of the attacks that a stored picture must not contain. */
export const HOSTILE_PAYLOAD_TRACES = [
  '<script',
  '<?php',
  'PK\u0003\u0004',
  '%PDF',
  '#!/bin',
  'SecretCamera',
  'Exif',
  'ICC_PROFILE',
  '<svg',
]
