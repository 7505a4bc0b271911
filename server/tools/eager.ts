import type { Plugin } from 'vite'

const EAGER = new Set(['frame', 'first', 'searchcourse._stunum'])

/**
 * Tell the browser that nearly all functions of the first files are called at once: it then compiles them beside the
 * main thread while they travel, instead of one by one on it (explicit compile hints; others read a comment). It costs
 * some memory for what is not called. The timetable is the page that is opened where there is no network.
 */
export const eager = (): Plugin => ({
  name: 'baodao:eager',
  apply: 'build',
  generateBundle: {
    // Only as the very first line of a file it is heard.
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && EAGER.has(chunk.name)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    },
  },
})
