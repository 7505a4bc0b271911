import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/**
 * Makes each drawing of the icon library one line of one component of our own. A phone then builds one element an icon
 * instead of up to twelve: smaller, quicker to draw, and less of it to keep in memory.
 */
export const plainIcons = (): Plugin => ({
  name: 'baodao:plain-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\//, code: 'createLucideIcon(__iconData)' },
    handler: async (_, id) => {
      const { __iconData }: { __iconData: { readonly node: readonly Shape[] } } = await import(
        pathToFileURL(id).href
      )
      const line = JSON.stringify(__iconData.node.map(lineOf).join(''))
      return {
        code: `import icon from ${JSON.stringify(resolve('src/ui/icon.ts'))}\nexport default icon(${line})`,
        map: null,
      }
    },
  },
})

/** A shape as the `d` of a path. Throws for what no drawing has had so far: rather no build than half an icon. */
export function lineOf([tag, attributes]: Shape): string {
  const shape = SHAPES[tag]
  // Its key is for React.
  const strange = Object.keys(attributes).find(
    (name) => name !== 'key' && shape?.names.includes(name) !== true,
  )
  if (shape === undefined || strange !== undefined)
    throw new Error(`an icon has a <${tag}> with ${strange ?? 'no line'}`)
  return shape.line((name) => attributes[name] ?? '0')
}

const SHAPES: Readonly<Record<string, { readonly names: readonly string[]; readonly line: Line }>> =
  {
    // A small m counts from where the line before ended.
    path: { names: ['d'], line: (of) => of('d').replace(/^m/, 'M0 0m') },
    line: {
      names: ['x1', 'y1', 'x2', 'y2'],
      line: (of) => `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`,
    },
    polyline: { names: ['points'], line: (of) => `M${of('points')}` },
    circle: {
      // Filled are small dots only: a point in the middle does it.
      names: ['cx', 'cy', 'r', 'fill'],
      line: (of) => {
        const r = Number(of('r'))
        const point = of('fill') === 'currentColor' ? `M${of('cx')} ${of('cy')}h.01` : ''
        return `M${Number(of('cx')) - r} ${of('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z${point}`
      },
    },
    rect: {
      names: ['x', 'y', 'width', 'height', 'rx', 'ry'],
      line: (of) => {
        // One radius given is both (SVG 2, 7.4).
        const [rx, ry] = [
          Number(of('rx')) || Number(of('ry')),
          Number(of('ry')) || Number(of('rx')),
        ]
        const [across, down] = [Number(of('width')) - 2 * rx, Number(of('height')) - 2 * ry]
        const turn = (x: number, y: number) => `a${rx} ${ry} 0 0 1 ${x} ${y}`
        const sides = [
          `h${across}`,
          turn(rx, ry),
          `v${down}`,
          turn(-rx, ry),
          `h${-across}`,
          turn(-rx, -ry),
          `v${-down}`,
        ]
        return `M${Number(of('x')) + rx} ${of('y')}${sides.join('')}${turn(rx, -ry)}z`
      },
    },
  }

type Line = (of: (attribute: string) => string) => string
