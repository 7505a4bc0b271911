import { createElement, type FunctionComponent, type ReactNode, type SVGProps } from 'react'

/** A drawing of the icon library. */
interface Drawing {
  readonly name?: string
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

/**
 * What the build puts in the place of the icon library's own component, which works its attributes out anew at every
 * drawing (server/tools/plain-icons.ts). The lines of an icon are made once.
 */
export default function createIcon({ node }: Drawing): FunctionComponent<SVGProps<SVGSVGElement>> {
  let lines: ReactNode
  return (given) => {
    lines ??= node.map(([tag, attributes]) => createElement(tag, attributes))
    const speaks = 'aria-label' in given || 'aria-labelledby' in given || 'role' in given
    return createElement('svg', { ...LOOK, ...(!speaks && { 'aria-hidden': true }), ...given }, lines)
  }
}

const LOOK = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
