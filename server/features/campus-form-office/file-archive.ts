import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { campusFormOfficeTexts as texts } from '#i18n/campus-form-office'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { encodeCsvRows } from '../../platform/sheets/csv.ts'
import { titleOfFile, type Versions } from './form-columns.ts'
import { type findAnswerFiles, readFileBytes } from './store.ts'

type AnswerFile = Awaited<ReturnType<typeof findAnswerFiles>>[number]

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
}

/**
 * Writes files of answers as a ZIP archive with an index. Only one file is in memory at a time. A
 * file that was deleted meanwhile is empty.
 */
export async function* writeFileArchive(
  db: Db,
  files: readonly AnswerFile[],
  { versions, language }: { versions: Versions; language: Language },
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const index = files.map((file, at) => {
    const form = versions.get(file.version)
    const title = titleOfFile(file.id, file.answers, { form, language })
    const ending = ENDINGS[file.type] ?? /\.[A-Za-z0-9]{1,8}$/.exec(file.name)?.[0] ?? ''
    const folder = toFileName(`${file.code} ${file.studentName}`)
    const path = `${folder}/${String(at + 1).padStart(4, '0')} ${toFileName(title)}${ending}`
    return { file, title, path }
  })
  zip.addBuffer(
    Buffer.from(
      encodeCsvRows(
        [
          texts.index[language],
          ...index.map(({ file, title, path }) => [
            path,
            file.code,
            file.studentName,
            title,
            file.name,
            file.bytes,
          ]),
        ],
        { begins: true },
      ),
    ),
    'index.csv',
  )
  for (const { file, path } of index)
    // Pictures and documents are compressed already.
    zip.addReadStreamLazy(path, { compress: false }, (take) => {
      readFileBytes(db, file.id).then(
        (bytes) => take(null, Readable.from([bytes ?? Buffer.alloc(0)])),
        (error: unknown) =>
          take(error instanceof Error ? error : new Error(String(error)), Readable.from([])),
      )
    })
  zip.once('error', (error: unknown) => zip.outputStream.emit('error', error))
  zip.end()
  for await (const chunk of zip.outputStream) if (Buffer.isBuffer(chunk)) yield chunk
}

/**
 * A text as a part of a file's name on every system: without control characters, separators and the
 * dots and blanks at the end that Windows leaves out.
 */
export const toFileName = (text: string): string =>
  [...text.replaceAll(/[\p{C}/\\:*?"<>|]/gu, ' ')]
    .slice(0, 60)
    .join('')
    .trim()
    .replace(/[. ]+$/, '') || '-'
