import { pinyin } from 'pinyin-pro'

/** How a name is read, syllables divided by blanks: for a search where no keyboard has its signs. */
export const toPinyin = (name: string): string =>
  pinyin(name, { toneType: 'none', v: true, type: 'array', surname: 'head', nonZh: 'consecutive' })
    .join(' ')
    .toLowerCase()
