import { type ComponentType, useEffect, useState } from 'react'

const SOON_MS = 300

/**
 * A part of a page that is heavy and opened by a tap. Asked for once the page has been drawn, since a tunnel may come
 * before the tap; what did not come then is asked for again by the tap. (React.lazy would keep the failure for ever.)
 */
export function usePart<Props>(load: () => Promise<ComponentType<Props>>, wanted: boolean): ComponentType<Props> | undefined {
  const [part, setPart] = useState<{ readonly Part: ComponentType<Props> }>()
  const missing = part === undefined
  useEffect(() => {
    if (!missing) return undefined
    const ask = () => {
      load().then(
        (Part) => setPart({ Part }),
        () => {},
      )
    }
    const timer = setTimeout(ask, wanted ? 0 : SOON_MS)
    return () => clearTimeout(timer)
  }, [load, missing, wanted])
  return part?.Part
}
