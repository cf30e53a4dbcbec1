const say = (() => {
  const words = JSON.parse(document.getElementById("words").textContent);
  return (english, ...values) => words[english].replace(/\$(\d)/g, (_, place) => values[place - 1]);
})();
