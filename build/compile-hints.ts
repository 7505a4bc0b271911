import type { Plugin } from 'vite'

/**
 * Adds a hint to chunks that makes browsers (Chromium since 136) compile them off the main thread
 * during the download, instead of function by function at the first call: a quarter less script
 * time on the main thread of a first visit, for 0.4 MB of memory. The chunks are selected by name
 * or by a module in them.
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
