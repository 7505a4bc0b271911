import { type MessagingBridge, openMessagingSdk, discardRefusedSignature } from './sdk.ts'

/** The result of picking a picture through the messaging app. */
export type PickPictureResult =
  | { readonly type: 'picked'; readonly picture: Blob }
  | { readonly type: 'cancelled' }
  /** This version of the messaging app cannot pick at all (PHO-10). */
  | { readonly type: 'unsupported' }
  /** The messaging app supports picking, but picking failed (PHO-11). */
  | { readonly type: 'failed' }

/**
 * Picks one picture from the phone's album through the messaging app, which compresses it. Never
 * rejects.
 */
export async function pickPicture(): Promise<PickPictureResult> {
  const sdk = await openMessagingSdk()
  if (sdk.type === 'failed') return { type: 'failed' }
  const bridge = sdk.type === 'ready' ? sdk.bridge : {}
  if (bridge.chooseImage === undefined) return { type: 'unsupported' }
  try {
    const id = await choose(bridge.chooseImage)
    if (id === undefined) return { type: 'cancelled' }
    if (bridge.getLocalImgData === undefined) return { type: 'failed' }
    return { type: 'picked', picture: decoded(await readChosen(bridge.getLocalImgData, id)) }
  } catch {
    return { type: 'failed' }
  }
}

const choose = (chooseImage: NonNullable<MessagingBridge['chooseImage']>) =>
  new Promise<string | undefined>((resolve, reject) =>
    chooseImage({
      count: 1,
      sizeType: ['compressed'],
      sourceType: ['album'],
      success: ({ localIds }) => resolve(localIds[0]),
      fail: (said) => {
        discardRefusedSignature(said)
        reject(new Error('chooseImage'))
      },
      cancel: () => resolve(undefined),
    }),
  )

const readChosen = (
  getLocalImgData: NonNullable<MessagingBridge['getLocalImgData']>,
  localId: string,
) =>
  new Promise<string>((resolve, reject) =>
    getLocalImgData({
      localId,
      success: ({ localData }) => resolve(localData),
      fail: () => reject(new Error('getLocalImgData')),
    }),
  )

// On iOS the base64 has a data: prefix, on Android it has none; it can contain line breaks.
function decoded(localData: string): Blob {
  const text = atob(localData.replace(/^data:[^,]*,/, '').replace(/\s+/g, ''))
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))])
}
