console.log("a page for tests");
