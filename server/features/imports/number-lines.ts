import { openSheets } from './file/open-sheets.ts'

const MAX_LINES = 20_000

/**
 * Reads the cells of the first table of a file that could be numbers of people, line by line. Throws
 * `UnreadableFileError` for a file that is no table.
 */
export async function readNumberLines(bytes: Uint8Array): Promise<string[][]> {
  const [sheet] = await openSheets(bytes)
  const lines: string[][] = []
  for await (const { cells } of sheet?.rows() ?? []) {
    lines.push(cells.map((cell) => cell.trim()).filter((cell) => /^[A-Za-z\d]{1,32}$/.test(cell)))
    if (lines.length >= MAX_LINES) break
  }
  return lines.filter((cells) => cells.length > 0)
}
