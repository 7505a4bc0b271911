import { describe, expect, test } from 'vitest'
import { lineOf } from '../../build/plain-icons.ts'

describe('a drawing of the icon library is one line', () => {
  test('each of its shapes', () => {
    expect(lineOf(['path', { d: 'm16 9-5 5', key: 'k' }])).toBe('M0 0m16 9-5 5')
    expect(lineOf(['line', { x1: '1', y1: '2', x2: '3', y2: '4' }])).toBe('M1 2L3 4')
    expect(lineOf(['polyline', { points: '1 2 3 4' }])).toBe('M1 2 3 4')
    expect(lineOf(['circle', { cx: '12', cy: '8', r: '5' }])).toBe(
      'M7 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
    )
    expect(lineOf(['circle', { cx: '16.5', cy: '7.5', r: '.5', fill: 'currentColor' }])).toContain(
      'zM16.5 7.5h.01',
    )
    expect(lineOf(['rect', { x: '3', y: '3', width: '18', height: '12', rx: '2' }])).toBe(
      'M5 3h14a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2z',
    )
  })

  test('what it has not had so far ends the build', () => {
    expect(() => lineOf(['ellipse', { cx: '1' }])).toThrow('<ellipse>')
    expect(() => lineOf(['rect', { x: '1', transform: 'rotate(45)' }])).toThrow('transform')
  })
})
