import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
const TEXT = /\.(js|css|html|json|svg|webmanifest|txt)$/

/**
 * Writes a `.br` and a `.gz` next to every text file of a finished build, so that neither the
 * backend nor the proxy compresses a file itself. Browsers accept Brotli over TLS only.
 */
export const precompress = (folder: string): Plugin => ({
  name: 'baodao:precompress',
  apply: 'build',
  enforce: 'post',
  // 'sequential' and 'post', because another plugin writes the worker in its closeBundle.
  closeBundle: {
    sequential: true,
    order: 'post',
    handler: async () => {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files.filter((file) => TEXT.test(file)).map((file) => compressFile(join(folder, file))),
      )
    },
  },
})

async function compressFile(file: string) {
  const plain = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  await Promise.all([
    writeFile(`${file}.br`, await brotli(plain, { params })),
    writeFile(`${file}.gz`, await zip(plain, { level: 9 })),
  ])
}
