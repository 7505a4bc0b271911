import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { inBrackets } from './early.ts'
import { moduleOf, originsIn } from './origins.ts'

/** The functions that a visit calls before it shows what was asked for, by module: the lines that they begin with. */
export type StartupProfile = Readonly<Record<string, readonly string[]>>

/** Where `npm run startup-profile` writes it. */
export const PROFILE = 'server/tools/startup-profile.json'
/**
 * Has the functions that a first visit calls compiled with their file, beside the main thread while the file travels,
 * instead of one by one at their first call. Which they are was seen in a browser (`npm run startup-profile`): hinting
 * at whole files costs a phone half a megabyte for functions that nobody calls. A build with source maps is left as it
 * is, for they would lie.
 */
export function eager(): Plugin {
  let profile: StartupProfile = {}
  return {
    name: 'baodao:eager',
    apply: 'build',
    config: ({ build }) => {
      if (build?.sourcemap !== undefined) return undefined
      profile = JSON.parse(readFileSync(PROFILE, 'utf8'))
      return { build: { sourcemap: 'hidden' } }
    },
    // A file is named after what it holds, and this is done after the naming.
    augmentChunkHash: ({ moduleIds }) =>
      moduleIds.flatMap((id) => profile[moduleOf(relative('.', id))] ?? []).join('\n'),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const called = new Map(
          Object.entries(profile).map(([module, lines]) => [module, new Set(lines)]),
        )
        if (called.size === 0) return
        for (const [name, file] of Object.entries(bundle)) {
          if (name.endsWith('.map')) delete bundle[name]
          if (file.type !== 'chunk' || file.map === null) continue
          if (file.moduleIds.some((id) => called.has(moduleOf(relative('.', id))))) {
            const origin = originsIn(file.code, { ...file.map, version: 3 })
            file.code = inBrackets(file.code, (start) => {
              const from = origin(start)
              return from !== undefined && called.get(from.module)?.has(from.line) === true
            })
          }
          file.map = null
        }
      },
    },
  }
}
