import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { readPackageManifest } from '../../../scripts/package/runtime-packages.ts'
import type { Workspace } from './support/workspace.ts'

export const description =
  'Two clean clones of this commit, in folders and time zones of their own, give the same package, byte by byte.'

const CLONES = [
  { folder: 'one', umask: '022', TZ: 'UTC', LC_ALL: 'C' },
  { folder: 'elsewhere/and/deeper', umask: '077', TZ: 'Pacific/Auckland', LC_ALL: 'C.UTF-8' },
]
const PACKAGE = /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+$/
const Sbom = v.object({ components: v.array(v.object({ name: v.string(), version: v.string() })) })

/** Returns the SHA-256 of both packages, and how many packages the SBOM lists. */
export async function drill(place: Workspace): Promise<string> {
  const hashes: string[] = []
  let listed = 0
  for (const { folder, umask, ...env } of CLONES) {
    const clone = join(place.folder, folder)
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '.', clone], { stdio: 'inherit' })
    place.print(`npm ci and npm run package in ${clone}`)
    const steps = `umask ${umask} && npm ci --prefer-offline --no-audit --no-fund --loglevel=error && npm run --silent package`
    const made = place.run('sh', ['-c', steps], {
      cwd: clone,
      env: { HOME: process.env['HOME'] ?? place.folder, ...env },
    })
    if ((await made.ended) !== 0) throw new Error(`the package was not made: ${made.output()}`)
    const at = join(clone, 'dist/package')
    const [sums = ''] = readdirSync(at).filter((name) => name.endsWith('.sha256'))
    execFileSync('sha256sum', ['--check', '--status', sums], { cwd: at })
    const [hash = ''] = readFileSync(join(at, sums), 'utf8').split(' ')
    place.print(hash)
    hashes.push(hash)
    listed = assertListsAll(join(at, sums.replace('.tar.gz.sha256', '')))
  }
  const [first, second] = hashes
  if (first === undefined || first !== second) throw new Error(`differ: ${hashes.join(', ')}`)
  return `${first} twice; its SBOM lists ${listed} packages`
}

/** Fails unless the SBOM of the package lists each package that is in its node_modules. */
function assertListsAll(folder: string): number {
  const { components } = v.parse(
    Sbom,
    JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')),
  )
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  for (const part of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    if (!PACKAGE.test(part)) continue
    const { name, version } = readPackageManifest(join(folder, part))
    if (!listed.has(`${name}@${version}`)) throw new Error(`the SBOM lacks ${name} ${version}`)
  }
  return listed.size
}
