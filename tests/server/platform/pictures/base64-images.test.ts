import { expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '#server/platform/pictures/image-size-limit'
import {
  readMessagingAvatar,
  readPortrait,
  readBase64Image,
  readAvatar,
} from '#server/platform/pictures/read-images'
import { createPicture } from '../../../support/backend/hostile-pictures.ts'

/** A JPEG whose base64 ends with this many padding characters. */
async function filledBy(padding: number): Promise<Buffer> {
  const jpeg = await createPicture().jpeg().toBuffer()
  const more = (3 + 3 - padding - (jpeg.length % 3)) % 3
  return Buffer.concat([jpeg, Buffer.alloc(more)])
}
const typeOf = async (text: string) => (await readBase64Image(text)).type

test('a picture is accepted as base64, with or without a data URL prefix and padding', async () => {
  for (const padding of [0, 1, 2]) {
    const text = (await filledBy(padding)).toString('base64')
    expect(/=*$/.exec(text)?.[0].length).toBe(padding)
    const bare = text.replaceAll('=', '')
    for (const said of [
      text,
      bare,
      `data:image/jpeg;base64,${text}`,
      `data:,${bare}`,
      `data:${'x'.repeat(100)},${text}`,
    ])
      expect([padding, said.slice(0, 30), await typeOf(said)]).toEqual([
        padding,
        said.slice(0, 30),
        'ok',
      ])
  }
  const read = await readBase64Image((await filledBy(0)).toString('base64'))
  expect(read.type === 'ok' && read.jpeg.subarray(0, 2).toString('hex')).toBe('ffd8')
})

test('a text that is only partly base64 is not an image', async () => {
  const text = (await filledBy(0)).toString('base64')
  for (const said of [
    `${text}!!`,
    `!!${text}`,
    `${text}<script>`,
    `${text}====`,
    `data:${'x'.repeat(101)},${text}`,
    `xdata:image/jpeg;base64,${text}`,
    `${text.slice(0, 40)} %${text.slice(40)}`,
    `%${text} `,
    `${text} %`,
    '',
    'data:image/jpeg;base64,',
    ' ',
  ])
    expect([said.slice(0, 50), await typeOf(said)]).toEqual([said.slice(0, 50), 'not an image'])
})

test('base64 can have line breaks, and the URL alphabet', async () => {
  const text = (await filledBy(2)).toString('base64')
  const lines = text.replaceAll(/.{76}/g, '$&\r\n')
  expect(await typeOf(lines)).toBe('ok')
  expect(await typeOf(` ${text}\n \n`)).toBe('ok')
  const spelled = lines.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  expect(await typeOf(spelled)).toBe('ok')
  expect(await typeOf(`${text}= `)).toBe('not an image')
})

test('a base64 image is accepted up to its maximum size', async () => {
  const jpeg = await createPicture().jpeg().toBuffer()
  const grown = (length: number) =>
    Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)]).toString('base64')
  expect(await typeOf(grown(MAX_IMAGE_BYTES))).toBe('ok')
  expect(await typeOf(grown(MAX_IMAGE_BYTES + 1))).toBe('too large')
  expect(await typeOf((await createPicture(10, 10).jpeg().toBuffer()).toString('base64'))).toBe(
    'too small',
  )
})

test('when one picture of a body is invalid, none is re-encoded', async () => {
  const none = Buffer.from('none')
  const own = await createPicture(150, 150).png().toBuffer()
  expect((await readAvatar(own))?.subarray(1, 4).toString()).toBe('PNG')
  for (const read of [readMessagingAvatar, readPortrait])
    expect((await read(own))?.subarray(0, 2).toString('hex')).toBe('ffd8')
  for (const read of [readAvatar, readMessagingAvatar, readPortrait])
    expect(await read(none)).toBeUndefined()
})
