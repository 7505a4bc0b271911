import { customPinyin, pinyin } from 'pinyin-pro'

/**
 * The content of public/region-pinyin.json: for each character of the names its most frequent
 * syllable, and for each name with a character that is pronounced otherwise all its syllables. ü is
 * written v, because users type v.
 */
export interface RegionPinyin {
  readonly signs: Readonly<Record<string, string>>
  readonly names: Readonly<Record<string, string>>
}

// Local pronunciations of place names; the library's dictionary contains the common ones.
const LOCAL = {
  什: 'shí',
  都: 'dū',
  歙县: 'shè xiàn',
  浚县: 'xùn xiàn',
  乐亭: 'lào tíng',
  乐陵: 'lào líng',
  乐清: 'yuè qīng',
  民乐: 'mín lè',
  单县: 'shàn xiàn',
  尉犁: 'yù lí',
  泌阳: 'bì yáng',
  洪洞: 'hóng tóng',
  繁峙: 'fán shì',
  筠连: 'jūn lián',
  六合区: 'lù hé qū',
  涡阳: 'guō yáng',
  蔚县: 'yù xiàn',
  召陵: 'shào líng',
  黄陂: 'huáng pí',
  大埔县: 'dà bù xiàn',
  什邡: 'shí fāng',
  郫都: 'pí dū',
  吴堡: 'wú bǔ',
  宕昌: 'tàn chāng',
  称多: 'chèn duō',
  曾都: 'zēng dū',
}

/** Computes the pinyin of the names of all regions. */
export function buildRegionPinyin(names: readonly string[]): RegionPinyin {
  customPinyin(LOCAL)
  const unique = [...new Set(names)]
  const read = new Map(
    unique.map((name) => [name, pinyin(name, { toneType: 'none', v: true, type: 'array' })]),
  )
  const common = commonOf(read)
  const isPlain = (name: string) =>
    [...name].every((sign, at) => common.get(sign) === read.get(name)?.[at])
  const signs: Record<string, string> = {}
  for (const [sign, syllable] of [...common].toSorted())
    signs[syllable] = (signs[syllable] ?? '') + sign
  const others = unique
    .filter((name) => !isPlain(name))
    .map((name) => [name, read.get(name)?.join(' ') ?? ''])
  return {
    signs: Object.fromEntries(Object.entries(signs).toSorted()),
    names: Object.fromEntries(others),
  }
}

/** Formats the content of public/region-pinyin.json. */
export const formatRegionPinyin = (names: readonly string[]): string => {
  const { signs, names: others } = buildRegionPinyin(names)
  const lines = (of: Readonly<Record<string, string>>) =>
    Object.entries(of)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n')
  return `{"signs":{\n${lines(signs)}\n},"names":{\n${lines(others)}\n}}\n`
}

function commonOf(read: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const [name, syllables] of read)
    for (const [at, sign] of [...name].entries()) {
      const of = counts.get(sign) ?? new Map<string, number>()
      const syllable = syllables[at] ?? ''
      counts.set(sign, of.set(syllable, (of.get(syllable) ?? 0) + 1))
    }
  return new Map(
    [...counts].map(([sign, of]) => [
      sign,
      [...of].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '',
    ]),
  )
}
