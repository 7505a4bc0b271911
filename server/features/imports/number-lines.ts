import { openSheets } from './file/open-sheets.ts'

const MAX_LINES = 200_000

/**
 * Reads the cells of the first table of a file that could be numbers of people, line by line. Numbers
 * with separators between them in one cell, as in a chat, count as lines of their own. Throws
 * `UnreadableFileError` for a file that is no table.
 */
export async function readNumberLines(bytes: Uint8Array): Promise<string[][]> {
  const [sheet] = await openSheets(bytes)
  const lines: string[][] = []
  for await (const { cells } of sheet?.rows() ?? []) {
    const parts = cells.map((cell) =>
      cell.split(/[\s,，;；、|/]+/).filter((part) => /^[A-Za-z\d]{1,32}$/.test(part)),
    )
    const [single, several] = [
      parts.filter((cell) => cell.length === 1),
      parts.filter((cell) => cell.length > 1),
    ]
    lines.push(single.flat(), ...several.flat().map((part) => [part]))
    if (lines.length >= MAX_LINES) break
  }
  return lines.filter((cells) => cells.length > 0)
}
