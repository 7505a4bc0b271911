import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * The path of a Chromium: CHROMIUM_PATH, the system's, Playwright's, or one that is installed now.
 * Throws if there is none.
 */
export function findChromium(): string {
  const said = process.env['CHROMIUM_PATH']
  if (said !== undefined && said !== '') {
    if (existsSync(said)) return said
    throw new Error(`CHROMIUM_PATH says ${said}, and there is no such file.`)
  }
  const found = findInstalledChromium()
  if (found !== undefined) return found
  for (const [command, ...args] of installers()) {
    try {
      execFileSync(command, args, { stdio: 'inherit' })
    } catch {
      continue // if this installer failed, the next one is tried
    }
    const now = findInstalledChromium()
    if (now !== undefined) return now
  }
  throw new Error(
    'No Chromium found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
}

/** Flags for a Chromium that makes no background requests and can run as root. */
export const chromiumFlags: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
]

/** The path of an installed Chromium, if there is one. */
export function findInstalledChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const system = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...system, chromium.executablePath()].find((path) => existsSync(path))
}

function installers(): [string, ...string[]][] {
  const playwright: [string, ...string[]] = ['npx', 'playwright-core', 'install', 'chromium']
  const debian: [string, ...string[]] = ['apt-get', 'install', '-y', 'chromium']
  // On a new machine the package list might be missing or old.
  return process.getuid?.() === 0
    ? [playwright, debian, ['apt-get', 'update'], debian]
    : [playwright]
}
