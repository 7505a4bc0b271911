import styles from './uniform.module.css'

// Colours by their Chinese names, because the campus sends names without a value. Longer names come
// first, because names are matched by substring.
const COLOURS: readonly (readonly [name: string, css: string])[] = [
  ['军绿', '#4b5a34'],
  ['藏青', '#1f2a44'],
  ['天蓝', '#6fb1e0'],
  [
    '迷彩',
    'repeating-linear-gradient(45deg, #4b5a34 0 25%, #8a7f56 0 50%, #2f3826 0 75%, #6d7b4a 0)',
  ],
  ['卡其', '#b09a6a'],
  ['绿', '#3c7a4a'],
  ['蓝', '#2d5fa8'],
  ['黑', '#1c1c1c'],
  ['白', '#ffffff'],
  ['灰', '#8b8f8d'],
  ['红', '#b3261e'],
  ['黄', '#d9a400'],
  ['紫', '#6b2c7d'],
  ['棕', '#6b4a2f'],
]

/**
 * A sample of the colour with this name. Renders nothing for an unknown name. The page always shows
 * the name next to it.
 */
export function ColourSwatch({ name }: { name: string }) {
  const known = COLOURS.find(([word]) => name.includes(word))
  return known && <span aria-hidden className={styles['swatch']} style={{ background: known[1] }} />
}
