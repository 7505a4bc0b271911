import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A TypeScript file of this codebase. */
export interface SourceFile {
  readonly file: string
  readonly text: string
}

const FOLDERS = ['src', 'server', 'sw', 'build', 'scripts', 'tests']
const EXPORT =
  /^export (?:(?:async|abstract|default) )*(?:const|let|function\*?|class|interface|type) (\w+)/gm
const DECLARATION = /\b(?:const|let|function\*?|class|interface|type) (\w+)/g

/**
 * Read all TypeScript files of this codebase, including tests, but not files that tests have
 * written.
 */
export const readSourceFiles = (): SourceFile[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('.output/'))
      .map((name) => join(folder, name))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') })),
  )

/** The names that a file declares at any depth, except parameters and members. */
export const findDeclaredNames = (text: string): string[] =>
  [...text.matchAll(DECLARATION)].map(([, name = '']) => name)

/** The names that a file declares and exports, in their order. */
export const findExportedNames = (text: string): string[] =>
  [...text.matchAll(EXPORT)].map(([, name = '']) => name)

/** The name of a file without folders and extensions. */
export const fileNameOf = (file: string): string => basename(file).replace(/(\.test)?\.tsx?$/, '')
