// Says why the portal does not start. Old browsers also read it, so it is written in ES5.
;(function () {
  var root = document.documentElement
  if (isTooOld()) root.setAttribute('data-old-browser', '')

  // By then the portal has removed the notice, or its script has failed.
  window.addEventListener('load', function () {
    var notice = document.getElementById('without-script')
    if (!notice) return
    if (!isTooOld()) {
      document.getElementById('needs-script').hidden = true
      document.getElementById('not-loaded').hidden = false
      document.getElementById('reload').onclick = function () {
        location.reload()
      }
    }
    notice.className = 'shown'
  })

  /** What the code and the styles of the portal cannot do without. */
  function isTooOld() {
    if (!('noModule' in document.createElement('script'))) return true
    if (!window.CSS || !CSS.supports('container-type', 'inline-size')) return true
    if (!CSS.supports('height', '1dvh') || !matchMedia('(width >= 0px)').matches) return true
    try {
      // New in Safari 16.4. As a literal it would keep older browsers from reading this file.
      return !new RegExp('(?<!a)b').test('b')
    } catch (error) {
      return true
    }
  }
})()
