import { expect, test } from 'vitest'
import { escapeLike } from '#server/platform/database/queries/escape-like'

test('the wildcards of LIKE are escaped', () => {
  expect(escapeLike('50%_\\')).toBe('50\\%\\_\\\\')
  expect(escapeLike('计算机 (1)*')).toBe('计算机 (1)*')
})
