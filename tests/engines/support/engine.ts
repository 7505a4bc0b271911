import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { EnginePhone } from './engine-phone.ts'

/** The browser engines of phones, named like their test projects. */
export const engines = ['chromium', 'webkit', 'firefox'] as const
export type BrowserEngine = (typeof engines)[number]

/** The programs that a phone of an engine needs, and their Debian packages. */
const needs: Readonly<
  Record<Exclude<BrowserEngine, 'chromium'>, { programs: readonly string[]; packages: string }>
> = {
  webkit: {
    programs: ['WebKitWebDriver', 'Xvfb', 'gjs'],
    packages: 'webkit2gtk-driver gir1.2-webkit2-4.1 gjs xvfb',
  },
  firefox: { programs: ['firefox-esr'], packages: 'firefox-esr' },
}

/** The command that installs the engine, or undefined if it is installed. */
export function installHintOf(engine: BrowserEngine): string | undefined {
  if (engine === 'chromium') return undefined
  const { programs, packages } = needs[engine]
  if (programs.every((program) => pathOf(program) !== undefined)) return undefined
  // The package list is updated first: an outdated one offers Firefox ESR 140, which lacks commands
  // that Playwright needs.
  return `apt-get update && apt-get install --no-install-recommends ${packages}`
}

/** Open a phone with this engine, whose profile is in the folder `memory`. */
export async function openEnginePhone(engine: BrowserEngine, memory: string): Promise<EnginePhone> {
  switch (engine) {
    case 'chromium': {
      const { launchPhone } = await import('../../support/browser/chromium.ts')
      return launchPhone({ profileDir: memory })
    }
    case 'webkit': {
      const { openWebkit } = await import('./webkit.ts')
      return openWebkit(memory)
    }
    case 'firefox': {
      const { openFirefox } = await import('./firefox.ts')
      return openFirefox(memory, pathOf('firefox-esr') ?? '')
    }
  }
}

const pathOf = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path))
