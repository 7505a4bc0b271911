import { expect, test } from 'vitest'
import { toNameSearchKey, normalizeName } from '#contract/names'

test('a person’s name is stored without invisible characters and wide blanks, and with one kind of dot', () => {
  expect(normalizeName('\u202A王小明\u202C')).toBe('王小明')
  expect(normalizeName('张\u3000三丰')).toBe('张三丰')
  for (const dot of ['·', '•', '‧', '・', '．', ' · '])
    expect(normalizeName(`买买提${dot}吐尔逊江`)).toBe('买买提·吐尔逊江')
  expect(normalizeName('Nguye\u0302\u0303n  Van A')).toBe('Nguy\u1EC5n Van A')
  expect(normalizeName('J. Smith')).toBe('J. Smith')
})

test('a zero-width joiner stays in a name where the script needs it', () => {
  expect(normalizeName('علی\u200Cرضا')).toBe('علی\u200Cرضا')
  expect(normalizeName('王\u200C明')).toBe('王明')
})

test('a person’s name is found whatever case, dots, blanks and accents the search has', () => {
  for (const [typed, name] of [
    ['nguyen', 'Nguyễn'],
    ['买买提•吐', '买买提·吐'],
    ['买买提吐', '买买提·吐'],
    ['張\u3000三', '張三'],
    ['DO DAT', 'Đỗ Đạt'],
  ] as const)
    expect(toNameSearchKey(typed)).toBe(toNameSearchKey(name))
  expect(toNameSearchKey(' · .')).toBe('')
})
