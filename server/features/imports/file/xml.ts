import { SaxesParser } from 'saxes'
import { importTexts } from '#i18n/imports'
import { MAX_ROW_CHARACTERS, UnreadableFileError } from './sheet-rows.ts'

/** The handlers of the events of an XML file; names have no prefix. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/**
 * Parses an XML file chunk by chunk while it is decompressed, without storing the file. It is a
 * generator, so the consumer determines the pace.
 */
export async function* parseXmlChunks(
  chunks: AsyncIterable<Uint8Array>,
  { open, text, close }: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser()
  // Counts towards the limit of the length of a text, because the parser collects a text in memory.
  let quiet = 0
  parser.on('opentag', ({ name, attributes }) => {
    quiet = 0
    open?.(bare(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    quiet = 0
    close?.(bare(name))
  })
  parser.on('text', (read) => text?.(read))
  parser.on('cdata', (read) => text?.(read))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    quiet += chunk.byteLength
    parser.write(decoder.decode(chunk, { stream: true }))
    if (quiet > 4 * MAX_ROW_CHARACTERS) throw new UnreadableFileError(importTexts.tooLarge)
    yield
  }
  parser.write(decoder.decode()).close()
}

/** Parses an XML file to its end. */
export async function parseXml(
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): Promise<void> {
  for await (const _ of parseXmlChunks(chunks, handlers));
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
