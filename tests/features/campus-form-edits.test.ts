import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareVersions } from '#app/features/campus-form-editing/compare-versions.ts'
import {
  avoidNames,
  convertItem,
  createItem,
  duplicateAt,
  insertAt,
  ITEM_TYPES,
  itemAt,
  moveItem,
  pathsOf,
  proposeName,
  readChoices,
  removeAt,
  renameItem,
  writeChoices,
} from '#app/features/campus-form-editing/form-edits.ts'
import type { CampusFormDefinition, FormItem } from '#contract/campus-form-definition'
import { findDefinitionProblems } from '#contract/campus-form-problems'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'

const text = (name: string): FormItem => convertItem({ ...NOTE, name }, 'text')
const group = (type: 'section' | 'repetition', name: string, items: FormItem[]): FormItem => {
  const made = convertItem({ ...NOTE, name }, type)
  return 'items' in made ? { ...made, items } : made
}
const NOTE: FormItem = { type: 'note', name: '', label: { zh: '题', en: '' } }
const define = (items: readonly FormItem[]): CampusFormDefinition => ({
  title: { zh: '表', en: '' },
  items: [...items],
  choices: {},
})
const outline = (items: readonly FormItem[]): string =>
  items
    .map((item) => ('items' in item ? `${item.name}(${outline(item.items)})` : item.name))
    .join(' ')

const forest = fc
  .letrec<{ items: FormItem[]; inside: FormItem[] }>((tie) => ({
    items: fc.array(
      fc.oneof(
        { maxDepth: 2 },
        fc.constant(text('t')),
        tie('items').map((items) => group('section', 's', items)),
        tie('inside').map((items) => group('repetition', 'r', items)),
      ),
      { maxLength: 4 },
    ),
    inside: fc.array(fc.constant(text('t')), { maxLength: 3 }),
  }))
  .items.map((items) => {
    let count = 0
    const name = (one: FormItem): FormItem => {
      const named = { ...one, name: `${one.name}${(count += 1)}` }
      return 'items' in named ? { ...named, items: named.items.map(name) } : named
    }
    return items.map(name)
  })

test('a move down is undone by a move up, keeps every item, and puts no repetition into another', () => {
  fc.assert(
    fc.property(forest, fc.nat(), (items, pick) => {
      const all = pathsOf(items)
      const chosen = all[pick % Math.max(1, all.length)]
      if (chosen === undefined) return
      const down = moveItem(items, chosen.path, 1)
      if (down === undefined) return
      expect(itemAt(down.items, down.path)?.name).toBe(chosen.item.name)
      expect(pathsOf(down.items).length).toBe(all.length)
      expect(
        findDefinitionProblems(define(down.items)).map(({ problem }) => problem),
      ).not.toContain('repetition-in-repetition')
      const up = moveItem(down.items, down.path, -1)
      expect(outline(up?.items ?? [])).toBe(outline(items))
    }),
  )
})

test('steps down lead an item through a section to the end, and steps up back again', () => {
  let now = {
    items: [text('a'), group('section', 's', [text('b')])] as readonly FormItem[],
    path: [0] as readonly number[],
  }
  const seen: string[] = []
  for (let moved = moveItem(now.items, now.path, 1); moved !== undefined;) {
    now = moved
    seen.push(outline(now.items))
    moved = moveItem(now.items, now.path, 1)
  }
  expect(seen).toEqual(['s(a b)', 's(b a)', 's(b) a'])
  expect(moveItem(now.items, [0], -1)).toBeUndefined()
})

test('every type can be made, changed into every other one, inserted and removed', () => {
  for (const type of ITEM_TYPES)
    for (const other of ITEM_TYPES) {
      const item = createItem(type, new Set())
      expect(convertItem(item, other).type).toBe(other)
      const items = insertAt([text('a')], [1], item)
      expect(outline(removeAt(items, [1]))).toBe('a')
    }
})

describe('names', () => {
  test('are proposed from the English label, otherwise by the type, and are never taken', () => {
    expect(proposeName('text', { zh: '', en: '2nd Élan, of you!' }, new Set())).toBe(
      'nd_elan_of_you',
    )
    expect(proposeName('picture', { zh: '照片', en: '' }, new Set(['picture']))).toBe('picture_2')
  })

  test('of a copy and of the items inside are new', () => {
    const form = define([group('section', 's', [text('a')])])
    expect(outline(duplicateAt(form, [0], []).items)).toBe('s(a) s_2(a_2)')
    expect(outline(duplicateAt(form, [0], ['a_2', 's_2']).items)).toBe('s(a) s_3(a_3)')
  })

  test('of a copied group are read inside the copy', () => {
    const reading = {
      ...text('b'),
      label: { zh: '${a}的生日', en: '' },
      relevant: "${a} != '' and ${other} = '1'",
    }
    const form = define([group('section', 's', [text('a'), reading])])
    expect(duplicateAt(form, [0], []).items[1]).toMatchObject({
      name: 's_2',
      items: [
        { name: 'a_2' },
        { label: { zh: '${a_2}的生日' }, relevant: "${a_2} != '' and ${other} = '1'" },
      ],
    })
  })

  test('of a copied question’s choices are apart from those of the original', () => {
    const choices = [{ name: '1', label: { zh: '英语', en: '' }, columns: {} }]
    const form = {
      ...define([convertItem({ ...NOTE, name: 'a' }, 'selectOne')]),
      choices: { a: choices },
    }
    const copied = duplicateAt(form, [0], [])
    expect(copied.items).toMatchObject([{ choices: 'a' }, { name: 'a_2', choices: 'a_2' }])
    expect(copied.choices).toEqual({ a: choices, a_2: choices })
  })

  test('are changed in every expression and text that reads them, and nowhere else', () => {
    const form = define([
      text('a'),
      { ...text('b'), relevant: "${a} = 'a' or ${ a } != '' or ${ab} = ''" },
      { type: 'hidden', name: 'c', label: { zh: '', en: '' }, value: '${a}' },
      { ...text('d'), label: { zh: '${a}的电话', en: '' } },
    ])
    const [, second, third, fourth] = renameItem(form, [0], 'x').items
    expect(fourth).toMatchObject({ label: { zh: '${x}的电话' } })
    expect(second).toMatchObject({ relevant: "${x} = 'a' or ${x} != '' or ${ab} = ''" })
    expect(third).toMatchObject({ value: '${a}' })
  })
})

test('names that a colleague has given meanwhile are avoided, in the questions, choices and expressions', () => {
  const choice = (name: string) => ({ name, label: { zh: `丁${name}`, en: '' }, columns: {} })
  const kind = { ...convertItem({ ...NOTE, name: 'kind' }, 'selectOne'), choices: 'kind' }
  const definition = {
    ...define([
      kind as FormItem,
      { ...text('text_2'), relevant: "selected(${kind}, '4') and ${kind} != '1'" },
      { ...text('more'), relevant: "${text_2} = '4'" },
    ]),
    choices: { kind: ['1', '4', '5'].map(choice) },
  }
  const apart = avoidNames(definition, new Set(['4', 'text_2']))
  expect(apart.items).toMatchObject([
    { name: 'kind' },
    { name: 'text_2_2', relevant: "selected(${kind}, '6') and ${kind} != '1'" },
    { name: 'more', relevant: "${text_2_2} = '4'" },
  ])
  expect(apart.choices).toEqual({
    kind: ['1', '4', '5'].map((name) => ({ ...choice(name), name: name === '4' ? '6' : name })),
  })
  expect(avoidNames(definition, new Set(['other']))).toEqual(definition)
})

describe('choices from lines', () => {
  const before = readChoices('男 | Male\n女 | Female', [])

  test('have names, which stay when lines are moved, corrected or inserted', () => {
    expect(before.map(({ name }) => name)).toEqual(['1', '2'])
    const names = (lines: string) => readChoices(lines, before).map(({ name }) => name)
    expect(names('女 | Female\n男 | Male')).toEqual(['2', '1'])
    expect(names('男生 | Male\n女 | Female')).toEqual(['1', '2'])
    expect(names('男\n其他\n女')).toEqual(['1', '3', '2'])
  })

  test('are read again as they were written, and pasted columns give the names', () => {
    expect(readChoices(writeChoices(before), before)).toEqual(before)
    expect(readChoices('北京\tBeijing\tbj\n\n', [])).toEqual([
      { name: 'bj', label: { zh: '北京', en: 'Beijing' }, columns: {} },
    ])
  })

  test('always have different names', () => {
    const line = fc.constantFrom('甲', '乙', '甲 | A | 1', '乙 | B | 2', '丙 | C | 1', '', '丁')
    const lines = fc.array(line, { maxLength: 8 }).map((all) => all.join('\n'))
    fc.assert(
      fc.property(lines, lines, (first, second) => {
        const names = readChoices(second, readChoices(first, [])).map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
      }),
    )
  })
})

test('versions are compared by names, whatever the order of stored keys', () => {
  const version = (items: readonly FormItem[]) => ({
    definition: define(items),
    settings: INITIAL_FORM_SETTINGS,
  })
  const reordered = Object.fromEntries(
    Object.entries(text('a')).toReversed(),
  ) as unknown as FormItem
  const { changes, haveSettingsChanged, askAgain } = compareVersions(
    version([text('a'), text('b'), text('c')]),
    version([reordered, group('section', 's', [text('b')]), text('d')]),
  )
  expect(changes.map(({ kind, item }) => `${kind} ${item.name}`)).toEqual([
    'added s',
    'movedItem b',
    'added d',
    'removedItem c',
  ])
  expect([haveSettingsChanged, askAgain]).toEqual([false, ['d']])
})
