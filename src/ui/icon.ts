import { createElement, type FunctionComponent, type SVGProps } from 'react'

/**
 * What the build puts in the place of a drawing of the icon library (build/plain-icons.ts): one line, made once.
 *
 * @param d the line, as SVG path data in a square of 24.
 */
export default function icon(d: string): FunctionComponent<SVGProps<SVGSVGElement>> {
  const line = createElement('path', { d })
  return (given) => {
    const speaks = 'aria-label' in given || 'aria-labelledby' in given || 'role' in given
    return createElement(
      'svg',
      { ...LOOK, ...(!speaks && { 'aria-hidden': true }), ...given },
      line,
    )
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
