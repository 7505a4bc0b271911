import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pageSettingsText } from '#contract/page-settings'
import { openDrawer } from './drawer.ts'
import { besideDrawn, type Canvas, drawnPage, styleIn } from './page.ts'
import { type DrawnPages, keepDrawn } from './pages.ts'
import { stylesOf } from './styles.ts'

/**
 * The public pages of the app's build in `appDir`; undefined where the build has nothing to draw
 * them with.
 */
export function openDrawnPages({
  appDir,
  canvas,
  onFault,
}: {
  appDir: string
  canvas: () => Canvas
  onFault: (error: unknown) => void
}): DrawnPages | undefined {
  // As build/drawing.ts says.
  const program = resolve(`${appDir}.drawing`, 'draw.mjs')
  const styles = existsSync(program) ? stylesOf(appDir) : undefined
  if (styles === undefined) return undefined
  const index = join(appDir, 'index.html')
  const asBuilt = readFileSync(index, 'utf8')
  const beginning = () => {
    if (readFileSync(index, 'utf8') !== asBuilt)
      throw new Error('Public pages are not drawn: another release was built in the place of this.')
    const { frame, settings } = told(canvas())
    return {
      program,
      settings: pageSettingsText(settings),
      styles: `${styleIn(frame)}\n${styles}`,
      beside: besideDrawn(frame),
    }
  }
  const drawer = openDrawer({ beginning, onFault })
  const pages = keepDrawn(drawer, (drawn, language) =>
    drawnPage(told(canvas()), { language, drawn }),
  )
  return {
    ...pages,
    forget: () => {
      drawer.rest()
      pages.forget()
    },
  }
}

// What a drawn page asks for it brings along, and the list of the home page is not said twice.
function told({ frame, settings }: Canvas): Canvas {
  const { apps, ...rest } = settings
  return { frame, settings: apps === undefined ? settings : rest }
}
