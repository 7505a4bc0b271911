import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { PROFILE, type StartupProfile } from '../../server/tools/eager.ts'
import { inBrackets } from '../../server/tools/early.ts'
import { lineOf } from '../../server/tools/plain-icons.ts'

// Each says what it does by what it returns; the second one is what a bundler makes of libraries.
const PROGRAMS: Readonly<Record<string, string>> = {
  'a function is there before the line that declares it':
    'return say(1);function say(n){return n+add(n);function add(m){return m+1}}',
  'declarations in one another, and what a minifier leaves of them':
    'var t=a(2);function a(e){return b(e)+c(e);function b(e){return e*d(e)}function d(e){return e+1}}function c(e){return e-1}return[t,a.name,c.name];',
  'a name within the word function':
    'function o(e){return e?n(e-1):0}async function n(e){return o(e)}return[typeof n,o(0),n.name]',
  'the last of two of one name': 'function a(){return 1}function a(){return 2}return a()',
  'a directive stays first': '"use strict";function a(){return this}return a()===undefined',
  'one in a block belongs to the block':
    'let seen=[];{function a(){return 1}seen.push(a())}return seen',
  'generators and async ones':
    'function*a(){yield 1;yield*b()}function*b(){yield 2}async function c(){}return[[...a()],typeof c().then]',
  arrows:
    'const a=e=>t=>n=>e+t+n,b=(e,t=a)=>t(e)(1)(2);return[b(3),[1,2].map(e=>e*2),a.name,(e=>e)(4)]',
  'called where it stands, and made anew':
    'const a=(function(){return 1})(),b=new function(){this.x=2},c=!function(){}();return[a,b.x,c]',
  'methods, getters and fields':
    'class A{x=()=>this.y;get y(){return 1}static z(){return[2].map(e=>e)}}const o={m(){return 3},get g(){return 4},f:function(){return 5},h:()=>6};return[new A().x(),A.z(),o.m(),o.g,o.f(),o.h(),o.f.name]',
  'a default of its own': 'function a(e=b()){return e;}function b(){return 7}return a()',
  'a parameter of the same name': 'return(function(a){return typeof a;function a(){}})(1)',
  'called with one function':
    'const call=f=>f();return[call(()=>1),call(function(){return 2}),call(async()=>3)instanceof Promise]',
  'a function in a default of a function':
    'function a(f=()=>b()){return f()}function b(){return 8}return a()',
  'assigned anew': 'function a(){return 1}const b=a;a=()=>2;return[a(),b()]',
}

describe('what a visit calls is put into brackets, and does what it did', () => {
  for (const [name, body] of Object.entries(PROGRAMS))
    test(`${name}`, () => {
      const code = `export default function(){${body}}`
      const starts = startsOf(parseAst(code))
      fc.assert(
        fc.property(fc.subarray(starts), (wanted) => {
          const changed = inBrackets(code, (start) => wanted.includes(start))
          expect(run(changed)).toEqual(run(code))
        }),
      )
    })

  test('it says so to the compiler', () => {
    expect(inBrackets('import{x}from"./x.js";a();function a(){return b=>b}', () => true)).toBe(
      'import{x}from"./x.js";var a=(function(){return (b=>b)});a();',
    )
    expect(inBrackets('import"./x.js";function a(){}a()', () => false)).toBe(
      'import"./x.js";function a(){}a()',
    )
  })
})

test('the startup profile fits the code: if not, npm run startup-profile makes it anew', () => {
  const profile: StartupProfile = JSON.parse(readFileSync(PROFILE, 'utf8'))
  const all = Object.entries(profile).flatMap(([module, lines]) => {
    const path = module.startsWith('src/') ? module : `node_modules/${module}`
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    return lines.map((line) => text.includes(line))
  })
  expect(all.length).toBeGreaterThan(500)
  // What was changed since is compiled when it is called, as everywhere else.
  expect(all.filter(Boolean).length / all.length).toBeGreaterThan(0.85)
})

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

function run(code: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- the code stands above, and running it is the test
  const made: unknown = new Function(code.replace('export default', 'return'))()
  return typeof made === 'function' ? made() : undefined
}

function startsOf(node: unknown): number[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.flatMap(startsOf) : startsOf(value),
  )
  return 'type' in node && 'start' in node && /Function/.test(String(node.type))
    ? [Number(node.start), ...below]
    : below
}
