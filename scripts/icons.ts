import { mkdir, writeFile } from 'node:fs/promises'
import { chromium, type Browser } from 'playwright-core'
import sharp from 'sharp'
import { chromiumFlags, findChromium } from './chromium.ts'

// `npm run icons`: renders the app's icons. The drawing shows a letter that flies out of a gate,
// for a form that was filled in without a network and is now delivered.
const GREEN = '#0f6b53'

interface Look {
  readonly field: 'rounded' | 'full' | 'none'
  /**
   * The size of the drawing relative to the image; launchers crop maskable icons to the inner 80 %.
   */
  readonly scale: number
}

/** The icon as SVG. */
function draw({ field, scale }: Look): string {
  const solid = field === 'none'
  const shift = 256 * (1 - scale)
  const ground = {
    rounded: `<rect width="512" height="512" rx="116" fill="${GREEN}"/>`,
    full: `<rect width="512" height="512" fill="${GREEN}"/>`,
    none: '',
  }[field]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${ground}
<g transform="translate(${shift} ${shift}) scale(${scale})">
<path d="M126 414V256a130 130 0 0 1 176-121.600M386 268V414" fill="none" stroke="#fff" stroke-width="38" stroke-linecap="round"/>
<path d="M86 414H426" fill="none" stroke="#fff" stroke-width="38" stroke-linecap="round"/>
<path d="M430 128 194 238l70 28z" fill="#fff"/>
<path d="M430 128 264 266l34 84z" fill="#fff"${solid ? ' opacity=".75"' : ''}/>
${solid ? '' : '<path d="M430 128 264 266l34 84z" fill="#a9dcc9"/>'}
</g></svg>
`
}

const pictures: [file: string, size: number, look: Look][] = [
  ['192', 192, { field: 'rounded', scale: 1 }],
  ['512', 512, { field: 'rounded', scale: 1 }],
  ['maskable-192', 192, { field: 'full', scale: 0.78 }],
  ['maskable-512', 512, { field: 'full', scale: 0.78 }],
  ['monochrome-512', 512, { field: 'none', scale: 0.86 }],
  ['apple-touch', 180, { field: 'full', scale: 0.9 }],
]

await mkdir('public/icons', { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
for (const [file, size, look] of pictures)
  await writeFile(`public/icons/${file}.png`, await render(browser, size, draw(look)))
// Clients that have not read the page request this file at the root.
const small = await sharp(await render(browser, 32, draw({ field: 'rounded', scale: 1 })))
  .ensureAlpha()
  .png({ palette: false })
  .toBuffer()
await writeFile('public/favicon.ico', asIco(small, 32))
await browser.close()

// An ICO file: the header, one entry with 32 bits per pixel, and the PNG.
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.byteLength, 14)
  head.writeUInt32LE(head.byteLength, 18)
  return Buffer.concat([head, png])
}

async function render(browser: Browser, size: number, svg: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  // The drawing has four colours and their mixtures at the edges, so a palette takes less than half
  // the size.
  return sharp(png).png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 }).toBuffer()
}
