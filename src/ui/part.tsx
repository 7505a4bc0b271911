import { type ReactNode, useEffect, useState } from 'react'

const SOON_MS = 50

/**
 * A part of a page that is heavy and opened by a tap, as a function that draws it; undefined until it is here. Asked for
 * once the page has been drawn, since a tunnel may come before the tap; what did not come then is asked for again by the
 * tap. (React.lazy would keep the failure for ever.)
 */
export function usePart<Props>(
  load: () => Promise<(props: Props) => ReactNode>,
  wanted: boolean,
): ((props: Props) => ReactNode) | undefined {
  const [part, setPart] = useState<{ readonly draw: (props: Props) => ReactNode }>()
  const missing = part === undefined
  useEffect(() => {
    if (!missing) return undefined
    const ask = () => {
      load().then(
        (draw) => setPart({ draw }),
        () => {},
      )
    }
    const timer = setTimeout(ask, wanted ? 0 : SOON_MS)
    return () => clearTimeout(timer)
  }, [load, missing, wanted])
  return part?.draw
}
