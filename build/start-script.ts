import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Builds the start script of the pages that the server renders into the folder of the server
 * rendering, from where the server inlines it. A file of the app would delay each page by a request.
 */
export const startScript = (folder: string, { base, target }: { base: string; target: string[] }) =>
  ({
    name: 'baodao:start-script',
    apply: 'build',
    closeBundle: {
      sequential: true,
      handler: async (error?: Error) => {
        if (error) return
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, 'start.js'), await buildScript(base, target))
      },
    },
  }) satisfies Plugin

async function buildScript(base: string, target: string[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    base,
    build: {
      target,
      write: false,
      lib: { entry: 'src/start-on-interaction.ts', formats: ['iife'], name: 'start' },
      // Of a module only what is used is included, and not what it does when it is loaded.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  })
  const [first] = [built].flat()
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined || chunk.code.includes('</')) throw new Error('No start script was built')
  return chunk.code.trim()
}
