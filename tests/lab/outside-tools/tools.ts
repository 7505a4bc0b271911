import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a tool said about one subject. */
export interface ToolResult {
  readonly tool: string
  readonly subject: string
  readonly said: string
  readonly isGood: boolean
}

/**
 * The tools, in versions that run under Node.js 20. They are no devDependencies: 300 MB that only
 * this command needs.
 */
const TOOLS = {
  lighthouse: '12.8.2',
  'vnu-jar': '26.9.27',
  'html-validate': '10.17.0',
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  'json-schema-faker': '0.6.3',
  csp_evaluator: '1.1.8',
} as const
const FOLDER = resolve('.cache/outside-tools')

/** The path of a file of these tools' packages. */
export const toolPath = (path: string): string => join(FOLDER, 'node_modules', path)

/** Loads a module of these tools' packages. */
export const importTool = (path: string): Promise<unknown> =>
  import(pathToFileURL(toolPath(path)).href)

/** Installs the tools in a folder of their own, unless these versions are there. */
export function installTools(): void {
  const manifest = JSON.stringify({ private: true, dependencies: TOOLS })
  const file = join(FOLDER, 'package.json')
  if (existsSync(file) && readFileSync(file, 'utf8') === manifest) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'wanted.json'), manifest)
  execFileSync(
    'npm',
    [
      'install',
      '--prefix',
      FOLDER,
      '--no-audit',
      '--no-fund',
      '--no-save',
      '--loglevel=error',
      ...Object.entries(TOOLS).map(([name, version]) => `${name}@${version}`),
    ],
    {
      stdio: 'inherit',
    },
  )
  writeFileSync(file, manifest)
}
