import type { ScanResult } from './check-scan.ts'

/**
 * Signals a result by sound and vibration, if the device has them: one short tone for yes, two low
 * tones for no.
 */
export function playScanResultSignal(type: ScanResult['type']): void {
  const isGood = type === 'genuine'
  // Before the first touch the browser refuses to vibrate and logs a warning, so the check comes
  // first.
  if (navigator.userActivation?.hasBeenActive !== false)
    navigator.vibrate?.(isGood ? 60 : [80, 60, 80])
  try {
    const sound = new AudioContext()
    tone(sound, { from: 0, hertz: isGood ? 880 : 220 })
    if (!isGood) tone(sound, { from: 0.18, hertz: 220 })
    setTimeout(() => void sound.close(), 600)
  } catch {
    // Without sound the screen still shows the result.
  }
}

function tone(sound: AudioContext, { from, hertz }: { from: number; hertz: number }): void {
  const source = sound.createOscillator()
  const volume = sound.createGain()
  volume.gain.value = 0.15
  source.frequency.value = hertz
  source.connect(volume).connect(sound.destination)
  source.start(sound.currentTime + from)
  source.stop(sound.currentTime + from + 0.12)
}

/** Whether this camera has a light that can be switched. */
export const hasTorch = (track: MediaStreamTrack | undefined): boolean =>
  track?.getCapabilities !== undefined && 'torch' in track.getCapabilities()

/** Switches the camera's light. */
export const setTorch = (track: MediaStreamTrack, on: boolean): Promise<void> =>
  track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).catch(() => {})
