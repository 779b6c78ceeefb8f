// Placeholder until the page is composed here.
const app = document.querySelector('#app')
if (app) {
  const main = document.createElement('main')
  const heading = document.createElement('h1')
  heading.textContent = 'Aftermath'
  main.append(heading)
  app.append(main)
}
