import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPackageManifest } from './runtime-packages.ts'

const FILE = /^(licen[cs]e|copying|notice|third-party|thirdpartynotices)/i

/** One text with the licenses of the packages in these folders. */
export function collectLicenses(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license } = readPackageManifest(folder)
    return { title: `${name} ${version}`, license, words: licenseTextsIn(folder) }
  })
  const byTitle = new Map(parts.map((part) => [part.title, part]))
  const all = [...byTitle.values()].toSorted((a, b) => (a.title < b.title ? -1 : 1))
  return [
    'This program is under the license in LICENSE. In it, beside it and in its pages are parts of',
    `the ${all.length} packages below, each under its own.`,
    ...all.map(({ title, license, words }) => {
      const kind = typeof license === 'string' ? license : license.type
      const known = `Its package has no text of its license: https://spdx.org/licenses/${kind}.html`
      return `${'-'.repeat(80)}\n${title} (${kind})\n\n${words || known}`
    }),
    '',
  ].join('\n\n')
}

const licenseTextsIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
    .join('\n\n')
